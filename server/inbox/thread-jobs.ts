import { parseMail } from './parse-mail.ts';

export const inboxJobs = { parseMail };
