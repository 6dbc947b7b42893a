import type { FullReply } from '@order-hub/shared/full-reply';
import { Layout } from '@order-hub/pages/layout';
import { pageReply } from '@order-hub/pages/replies';
import type { Visit } from '@order-hub/pages/visit';

/** What the user is told when there is nowhere to send the answer. */
export const faultPage = (visit: Visit, message: string): FullReply =>
  pageReply(
    visit,
    <Layout title="This application cannot be connected" visit={visit} width="narrow">
      <section>
        <p>{message}.</p>
        <p>Nothing has changed. The people who make the application can put this right: please tell them.</p>
      </section>
    </Layout>,
    400,
  );
