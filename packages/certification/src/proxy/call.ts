import type { Entry } from '../journal/entry.ts';

/** A request of the application. `target` is its path with the version; `entry` is its line in the journal. */
export type Call = {
  method: string;
  target: string;
  headers: Record<string, string>;
  body: Buffer;
  entry: Entry;
};

export type Answer = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  by: 'hub' | 'run';
  /** What the hub answered, if the run withholds it. */
  hubStatus?: number;
};

export type Forward = (call: Call) => Promise<Answer>;

/** What the run does with some calls in place of forwarding them, or before or after it. */
export type Rule = {
  applies: (call: Call) => boolean;
  answer: (call: Call, forward: Forward) => Promise<Answer>;
};

/** The rules of the moment. A call passes those that apply, the newest first, then goes to the hub. */
export type Rules = {
  /** Returns what takes the rule away again. */
  add(rule: Rule): () => void;
  answer(call: Call, forward: Forward): Promise<Answer>;
};

export function rules(): Rules {
  const list: Rule[] = [];
  return {
    add(rule) {
      list.unshift(rule);
      return () => void list.splice(list.indexOf(rule) >>> 0, 1);
    },
    answer(call, forward) {
      const pass =
        (left: readonly Rule[]): Forward =>
        async (passed) => {
          const index = left.findIndex((rule) => rule.applies(passed));
          const rule = left[index];
          return rule ? rule.answer(passed, pass(left.slice(index + 1))) : forward(passed);
        };
      return pass([...list])(call);
    },
  };
}

export const isJson = ({ headers }: Pick<Answer, 'headers'>) => headers['content-type']?.includes('json') ?? false;

/** An answer with another JSON body. */
export const withJson = (answer: Answer, value: unknown): Answer => ({
  ...answer,
  body: Buffer.from(JSON.stringify(value)),
});
