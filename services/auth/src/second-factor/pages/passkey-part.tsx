import type { FormState } from '@order-hub/pages/declared-page';

type Props = {
  form: FormState;
  /** What the browser needs, as JSON. */
  options: object;
  /** `use` has a button of its own, beside other fields; `create` belongs to the button of the form. */
  act: 'create' | 'use';
};

/** The part of a form that the script for passkeys fills in (packages/pages/assets/passkeys.js). Hidden without script. */
export const PasskeyPart = ({ form, options, act }: Props) => {
  const fault = form.faults.find(({ field }) => field === 'passkey')?.message;
  return (
    <div class="field" data-passkey={act} data-options={JSON.stringify(options)}>
      <input type="hidden" name="passkey" value="" id="field-passkey" />
      <p class="fault" data-fault role="alert" hidden={fault === undefined}>
        {fault === undefined ? '' : `The passkey ${fault}`}
      </p>
      {act === 'use' && (
        <p class="passkey" data-button hidden>
          <button type="button">Use a passkey</button>
        </p>
      )}
      {act === 'create' && (
        <noscript>
          <p class="hint">Your browser creates a passkey with a script. Allow scripts, or add an authenticator app.</p>
        </noscript>
      )}
    </div>
  );
};
