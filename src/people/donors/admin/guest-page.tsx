import type { Route } from './+types/guest-page.ts';
import { DonorSheet } from './donor-sheet.tsx';

export const meta: Route.MetaFunction = () => [
  { title: '寄付者の記録｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** A guest's page, identified by one of their applications. */
export default function GuestPage({ params: { appraisalId } }: Route.ComponentProps) {
  return <DonorSheet key={appraisalId} id={appraisalId} />;
}
