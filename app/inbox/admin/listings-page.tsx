import { ListingsSection } from './listings-section.tsx';

export const meta = () => [
  { title: '掲載申請｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminListings() {
  return <ListingsSection />;
}
