import { ChecksSection } from './checks-section.tsx';

export const meta = () => [
  { title: '本人確認｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminIdentityChecks() {
  return <ChecksSection />;
}
