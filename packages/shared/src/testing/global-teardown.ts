export { dropTemplateDatabase as default } from './fresh-database.ts';
