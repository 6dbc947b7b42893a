/** Forms whose fields show their faults, also to screen readers. */
import type { ComponentChildren } from 'preact';
import { faultText } from '../faults/fault-text.ts';
import { useLanguage } from '../languages/language-context.ts';
import { texts } from '../texts.ts';
import { Faults, fieldId, sentence } from './form-faults.tsx';
import type { FormState } from '../declared-page.ts';
import type { Visit } from '../visits/visit.ts';

type FormProps = {
  visit: Visit;
  form: FormState;
  /** The label of the button. */
  submit: string;
  /** Where the form is sent; by default to its own page. */
  action?: string;
  danger?: boolean;
  /** For a form that few visitors need: an ordinary button. */
  minor?: boolean;
  /** Above the faults, where `This cannot be saved yet` does not fit. */
  refused?: string;
  /** Beside the button: a way back. */
  cancel?: string;
  /** The label of the way back, where `Cancel` could mean the action itself. */
  cancelLabel?: string;
  /** Whether it has a FileField. */
  hasFiles?: boolean;
  children?: ComponentChildren;
};

const faultId = (name: string) => `fault-${name}`;
const hintId = (name: string) => `hint-${name}`;

/** The button that sends a form, and the way back. */
const Actions = ({ visit, submit, danger, minor, cancel, cancelLabel }: Omit<FormProps, 'form' | 'children'>) => (
  <p class="actions">
    <button class={minor ? undefined : danger ? 'danger' : 'primary'}>{submit}</button>
    {cancel !== undefined && <a href={cancel}>{cancelLabel ?? texts(visit)('cancel')}</a>}
  </p>
);

/** A form of this page, with the token that proves it. */
export const Form = ({ form, action, refused, hasFiles, children, ...actions }: FormProps) => (
  <form method="post" action={action} class="form" enctype={hasFiles ? 'multipart/form-data' : undefined} novalidate>
    {form.faults.length > 0 && (
      <Faults faults={form.faults} {...(refused !== undefined && { refused })}>
        {children}
      </Faults>
    )}
    <input type="hidden" name="form_token" value={actions.visit.formToken} />
    {children}
    <Actions {...actions} />
  </form>
);

type FieldProps = {
  form: FormState;
  name: string;
  label: ComponentChildren;
  hint?: string;
  /** The initial value. */
  value?: string | null | undefined;
};

/** A form that filters the page: its fields go into the query. */
export const QueryForm = ({ submit, children }: Pick<FormProps, 'submit' | 'children'>) => (
  <form method="get" class="form" role="search">
    {children}
    <p class="actions">
      <button class="primary">{submit}</button>
    </p>
  </form>
);

/** What is wrong with the field, in the language of the page. */
function useFault({ faults }: FormState, name: string): string | undefined {
  const language = useLanguage();
  const fault = faults.find(({ field }) => field === name);
  return fault && sentence(faultText(language, fault.message));
}

/** Label, hint and fault around a control. */
const Labelled = ({ form, name, label, hint, children }: FieldProps & { children: ComponentChildren }) => {
  const fault = useFault(form, name);
  return (
    <div class={fault === undefined ? 'field' : 'field faulty'}>
      <label for={fieldId(name)}>{label}</label>
      {hint !== undefined && (
        <p class="hint" id={hintId(name)}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p class="fault" id={faultId(name)}>
          {fault}
        </p>
      )}
      {children}
    </div>
  );
};

/** The attributes that tie a control to its label, hint and fault. */
function tied({ form, name, hint }: FieldProps) {
  const isFaulty = form.faults.some(({ field }) => field === name);
  const describedBy = [...(hint === undefined ? [] : [hintId(name)]), ...(isFaulty ? [faultId(name)] : [])];
  return {
    id: fieldId(name),
    name,
    'aria-invalid': isFaulty ? true : undefined,
    'aria-describedby': describedBy.join(' ') || undefined,
  } as const;
}

const valueOf = ({ form, name, value }: FieldProps) => form.values[name] ?? value ?? '';

type TextProps = FieldProps & {
  type?: 'text' | 'email' | 'password' | 'url' | 'tel' | 'date';
  autocomplete?: string;
  required?: boolean;
  autofocus?: boolean;
};

/** A line of text. */
export const TextField = ({ type = 'text', autocomplete = 'off', required, autofocus, ...field }: TextProps) => (
  <Labelled {...field}>
    <input
      {...tied(field)}
      {...({ type } as { type: 'text' })}
      value={type === 'password' ? undefined : valueOf(field)}
      autocomplete={autocomplete}
      required={required}
      autofocus={autofocus}
      spellcheck={type === 'text'}
    />
  </Labelled>
);

/** Several lines of text. */
export const TextArea = ({ rows = 3, ...field }: FieldProps & { rows?: number }) => (
  <Labelled {...field}>
    <textarea {...tied(field)} rows={rows} spellcheck={false}>
      {/* Browsers drop a line break at the very beginning: this one, and not the text's own. */}
      {`\n${valueOf(field)}`}
    </textarea>
  </Labelled>
);

/** A file. `accept`: what the browser offers to choose from. */
export const FileField = ({ accept, ...field }: FieldProps & { accept: string }) => (
  <Labelled {...field}>
    <input {...tied(field)} type="file" accept={accept} />
  </Labelled>
);

type Choice = { value: string; label: string };

/** A value that is no choice, such as a country that an app wrote, stays chosen: a browser would send the first one. */
const withCurrent = (choices: readonly Choice[], current: string): readonly Choice[] =>
  current === '' || choices.some(({ value }) => value === current)
    ? choices
    : [...choices, { value: current, label: current }];

/** One of many, in a list that opens. */
export const SelectField = ({
  choices,
  empty,
  ...field
}: FieldProps & { choices: readonly Choice[]; empty?: string }) => (
  <Labelled {...field}>
    <select {...tied(field)}>
      {empty !== undefined && <option value="">{empty}</option>}
      {withCurrent(choices, valueOf(field)).map(({ value, label }) => (
        <option value={value} selected={value === valueOf(field)}>
          {label}
        </option>
      ))}
    </select>
  </Labelled>
);

/** Consecutive options of one `group` share a heading. */
type Option = {
  value: string;
  label: ComponentChildren;
  note?: ComponentChildren;
  disabled?: boolean;
  group?: string | undefined;
};

/** One of a few, all visible. */
export const RadioField = ({ choices, ...field }: FieldProps & { choices: readonly Option[] }) => {
  const fault = useFault(field.form, field.name);
  return (
    <fieldset class={fault === undefined ? 'field' : 'field faulty'} id={fieldId(field.name)}>
      <legend>{field.label}</legend>
      {field.hint !== undefined && <p class="hint">{field.hint}</p>}
      {fault !== undefined && <p class="fault">{fault}</p>}
      {choices.map(({ value, label, note, disabled, group }, at) => (
        <>
          {group !== undefined && group !== choices[at - 1]?.group && <p class="group">{group}</p>}
          <label class="choice">
            <input
              type="radio"
              name={field.name}
              value={value}
              checked={value === valueOf(field)}
              disabled={disabled}
            />
            <span>
              {label}
              {note !== undefined && <small>{note}</small>}
            </span>
          </label>
        </>
      ))}
    </fieldset>
  );
};
