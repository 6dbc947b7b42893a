import type { FullReply } from '@order-hub/shared/full-reply';
import { Name } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { pageReply } from '@order-hub/pages/replies';
import type { Visit } from '@order-hub/pages/visit';

/** Shows the code to the user of an installed application (docs/api/authentication.md#installed-applications). */
export const codePage = (
  visit: Visit,
  client_name: string,
  { code, seconds }: { code: string; seconds: number },
): FullReply =>
  pageReply(
    visit,
    <Layout title="One more step" visit={visit} width="narrow">
      <section>
        <div class="field">
          <label for="code">
            The code for <Name>{client_name}</Name>
          </label>
          <p class="hint" id="code-hint">
            Copy it, and enter it in <Name>{client_name}</Name>. It works once, within the next {inWords(seconds)}.
          </p>
          <textarea id="code" class="code" rows={2} readonly autofocus aria-describedby="code-hint" spellcheck={false}>
            {code}
          </textarea>
        </div>
        <p>Do not share it: whoever enters it first gets the access that you have just approved.</p>
      </section>
    </Layout>,
  );

const inWords = (seconds: number) => (seconds < 120 ? `${seconds} seconds` : `${Math.floor(seconds / 60)} minutes`);

/** Shown after a refusal, when there is no address to return to. */
export const refusedPage = (visit: Visit, client_name: string): FullReply =>
  pageReply(
    visit,
    <Layout title="Nothing was connected" visit={visit} width="narrow">
      <section>
        <p>
          You refused. <Name>{client_name}</Name> gets no access. You can close this page.
        </p>
      </section>
    </Layout>,
  );
