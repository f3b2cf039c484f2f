import { parseMail } from './parse-mail.server.ts';

export const inboxJobs = { parseMail };
