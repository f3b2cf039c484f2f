import { MailsSection } from './mails-section.tsx';

export const meta = () => [{ title: 'メール｜たすき運営' }, { name: 'robots', content: 'noindex' }];

export const handle = { layout: 'admin' };

export default function AdminMails() {
  return <MailsSection />;
}
