import { dropTemplateDatabase } from './servers/fresh-database.ts';

export default dropTemplateDatabase;
