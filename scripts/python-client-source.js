/** The generated part of clients/python: one method for each operation, which names its ids and filters. */
import { connectionOperations } from './client-source.js';

const header = `# Generated from docs/openapi.json by \`npm run openapi\`.
from typing import Any, Optional

from .calls import Caller, Options, Pages


class Operations(Caller):
    """One method for each operation, named by its operationId in snake_case."""
`;

const snakeCase = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const typeOf = ({ schema }) => (schema.type === 'integer' ? 'int' : 'str');

/** What a method takes: first what it needs, then what may be left out. All by name. */
function argumentsOf({ route, parameters = [], requestBody }) {
  const named = parameters.filter(({ in: place }) => place === 'path' || place === 'query');
  const isOptional = ({ name, required }) => !required || route.includes(`{${name}?}`);
  const [needed, optional] = [named.filter((given) => !isOptional(given)), named.filter(isOptional)];
  const isJson = requestBody?.content['application/json'] !== undefined;
  return [
    ...needed.map((given) => `${given.name}: ${typeOf(given)}`),
    ...(requestBody === undefined ? [] : isJson ? ['body: Any'] : ['body: bytes', 'content_type: str']),
    ...optional.map((given) => `${given.name}: Optional[${typeOf(given)}] = None`),
    'options: Optional[Options] = None',
  ];
}

function methodOf(operation) {
  const { operationId, summary, route } = operation;
  const taken = argumentsOf(operation);
  const names = taken.map((argument) => argument.split(':')[0]);
  const values = names.filter((name) => !['body', 'content_type', 'options'].includes(name));
  const isList = route.startsWith('LIST ');
  const passed = [`"${route}"`, `{${values.map((name) => `"${name}": ${name}`).join(', ')}}`, 'options'];
  if (names.includes('body')) passed.push('body');
  if (names.includes('content_type')) passed.push('content_type');
  return `
    def ${snakeCase(operationId)}(
        self,
        *,
${taken.map((argument) => `        ${argument},\n`).join('')}    ) -> ${isList ? 'Pages' : 'Any'}:
        """${summary}."""
        return self.${isList ? '_pages' : '_call'}(
${passed.map((argument) => `            ${argument},\n`).join('')}        )
`;
}

/** The text of clients/python/order_hub/operations.py. */
export const pythonSource = (document) => header + connectionOperations(document).map(methodOf).join('');
