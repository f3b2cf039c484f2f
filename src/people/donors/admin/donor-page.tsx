import type { Route } from './+types/donor-page.ts';
import { DonorSheet } from './donor-sheet.tsx';

export const meta: Route.MetaFunction = () => [
  { title: '寄付者の記録｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** A registered person's page. */
export default function DonorPage({ params: { donorId } }: Route.ComponentProps) {
  return <DonorSheet key={donorId} id={donorId} />;
}
