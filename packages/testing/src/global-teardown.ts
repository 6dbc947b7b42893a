import { dropTemplateDatabase } from './fresh-database.ts';

export default dropTemplateDatabase;
