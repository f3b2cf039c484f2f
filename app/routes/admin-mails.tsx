import { MailsDesk } from '#app/features/office/mails/mails-desk.tsx';

export const meta = () => [{ title: 'メール｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

export default function AdminMails() {
  return <MailsDesk />;
}
