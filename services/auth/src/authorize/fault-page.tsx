import type { FullReply } from '@order-hub/shared/full-reply';
import { Layout } from '../pages/layout.tsx';
import { pageReply } from '../pages/replies.ts';
import type { Visit } from '../pages/visit.ts';

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
