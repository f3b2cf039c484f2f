import { MessagesSection } from './messages-section.tsx';

export const meta = () => [
  { title: 'お問い合わせ｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminMessages() {
  return <MessagesSection />;
}
