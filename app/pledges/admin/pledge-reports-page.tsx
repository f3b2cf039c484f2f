import { ReportsSection } from './reports-section.tsx';

export const meta = () => [
  { title: '#mypledgeの通報｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminPledgeReports() {
  return <ReportsSection />;
}
