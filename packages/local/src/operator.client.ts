/** The one file that knows how to ask auth's operator API. */

export type Operator = { auth_url: string; operator_key: string };

/** The operator API did not do what it was asked to. `status` is its answer's. */
export class OperatorError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Creates a resource: `create(operator, 'users', { email, … })`. Throws OperatorError when it is refused. */
export async function create<Reply>(
  { auth_url, operator_key }: Operator,
  resource: string,
  body: object,
): Promise<Reply> {
  const response = await fetch(`${auth_url}/operator/${resource}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator_key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new OperatorError(response.status, `${resource}: ${response.status} ${text}`);
  return JSON.parse(text) as Reply;
}
