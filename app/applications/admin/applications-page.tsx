import { ApplicationsSection } from './applications-section.tsx';

export const meta = () => [
  { title: '申し込み｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function Admin() {
  return <ApplicationsSection />;
}
