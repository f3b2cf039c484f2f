import { ListingsDesk } from '#app/features/office/inbox/listings-desk.tsx';

export const meta = () => [
  { title: '掲載申請｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

export default function AdminListings() {
  return <ListingsDesk />;
}
