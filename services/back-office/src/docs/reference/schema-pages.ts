/** The pages of the schemas: what bodies consist of. */
import { withGuideLinks } from '../doc-links.ts';
import { docPage, pageList, type DocPage } from '../doc-page.ts';
import type { ApiDocument, Schema } from './api-document.ts';
import { fieldType, row, schemaPath, table } from './field-type.ts';

/** The properties of a schema and of the objects inside it, as `deal.name`. */
function fieldRows({ properties = {}, required = [] }: Schema, prefix = ''): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const notes = [field.deprecated === true ? 'Deprecated.' : '', withGuideLinks(field.description ?? '')];
    const isRequired = required.includes(name) ? 'yes' : '';
    const inner = field.items ?? (typeof field.additionalProperties === 'object' ? field.additionalProperties : field);
    const own = row(`\`${prefix}${name}\``, fieldType(field), isRequired, notes.filter(Boolean).join(' '));
    return [own, ...fieldRows(inner, `${prefix}${name}.`)];
  });
}

function shapeOf(schema: Schema): string {
  if (schema.properties) {
    const fields = table(['Field', 'Type', 'Required', 'Meaning'], fieldRows(schema));
    return fields === '' ? 'It has no fields.' : fields;
  }
  const inner = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : schema.items;
  const fields = table(['Field of each', 'Type', 'Required', 'Meaning'], fieldRows(inner ?? {}));
  return [`Type: ${fieldType(schema)}`, fields].filter(Boolean).join('\n\n');
}

const exampleOf = ({ examples = [] }: Schema) =>
  examples.length === 0 ? '' : `Example: ${examples.map((value) => `\`${JSON.stringify(value)}\``).join(', ')}`;

const pageOf = (name: string, schema: Schema): DocPage => {
  const description = withGuideLinks(schema.description ?? '');
  const markdown = [`# Schema ${name}`, description, shapeOf(schema), exampleOf(schema)].filter(Boolean).join('\n\n');
  return docPage(schemaPath(name), { part: 'Schemas', markdown: `${markdown}\n`, summary: description });
};

/** One page for each schema, after the page that lists them. */
export function schemaPages({ components: { schemas } }: ApiDocument): DocPage[] {
  const pages = Object.entries(schemas)
    .sort(([one], [other]) => one.localeCompare(other, 'en'))
    .map(([name, schema]) => pageOf(name, schema));
  const summary = 'The objects and values that bodies consist of.';
  const markdown = `# Schemas\n\n${summary}\n\n${pageList(pages)}\n`;
  return [docPage('/docs/schemas', { part: 'Reference', markdown, summary }), ...pages];
}
