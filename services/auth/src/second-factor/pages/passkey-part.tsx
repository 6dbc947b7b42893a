import { faultText } from '@order-hub/pages/fault-text';
import type { FormState } from '@order-hub/pages/declared-page';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type Props = {
  form: FormState;
  /** What the browser needs, as JSON. */
  options: object;
  /** `use` has a button of its own, beside other fields; `create` belongs to the button of the form. */
  act: 'create' | 'use';
};

/** The part of a form that the script for passkeys fills in (packages/pages/assets/passkeys.js). Hidden without script. */
export const PasskeyPart = ({ form, options, act }: Props) => {
  const language = useLanguage();
  const t = texts(language);
  const fault = form.faults.find(({ field }) => field === 'passkey')?.message;
  return (
    <div class="field" data-passkey={act} data-options={JSON.stringify(options)}>
      <input type="hidden" name="passkey" value="" id="field-passkey" />
      <p class="fault" data-fault role="alert" hidden={fault === undefined}>
        {fault === undefined ? '' : t('passkey_fault', { fault: faultText(language, fault) })}
      </p>
      {act === 'use' && (
        <p class="passkey" data-button hidden>
          <button type="button">{t('use_passkey')}</button>
        </p>
      )}
      {act === 'create' && (
        <noscript>
          <p class="hint">{t('needs_script')}</p>
        </noscript>
      )}
    </div>
  );
};
