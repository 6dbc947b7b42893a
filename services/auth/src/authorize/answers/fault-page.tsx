import type { FullReply } from '@order-hub/shared/full-reply';
import { Layout } from '@order-hub/pages/layout';
import { pageReply } from '@order-hub/pages/replies';
import type { Visit } from '@order-hub/pages/visit';

/** Shown when the error cannot be sent to the client. */
export const faultPage = (visit: Visit, message: string): FullReply =>
  pageReply(
    visit,
    <Layout title="This application cannot be connected" visit={visit} width="narrow">
      <section>
        <p>{message}.</p>
        <p>Nothing has changed. The makers of the application can fix this: please tell them.</p>
      </section>
    </Layout>,
    400,
  );
