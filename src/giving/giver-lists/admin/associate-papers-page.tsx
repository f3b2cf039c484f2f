import { GiverListSection } from '#giving/giver-lists/giver-list-section.tsx';
import { ReceiptCopiesSection } from '#giving/giver-lists/receipt-copies-section.tsx';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import type { AdminAssociateDetail } from '#organisations/associates/admin-associate.ts';
import type { Route } from './+types/associate-papers-page.ts';

export const meta: Route.MetaFunction = () => [
  { title: '名簿と証明書の控え｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** An organisation's list of givers and copies of its receipts, as its own editors see them. */
export default function AssociatePapersPage({ params: { associateId } }: Route.ComponentProps) {
  const api = `/api/office/associates/${encodeURIComponent(associateId)}`;
  const { value: associate } = useQuery<AdminAssociateDetail>(api);
  return (
    <>
      <BackLink list={{ path: `/admin/associates/${associateId}`, label: '団体' }} />
      <PageHead title={`名簿と証明書の控え${associate ? `（${associate.name}）` : ''}`} />
      <div className="grid gap-4">
        <Panel title="受領証明書の控え">
          <ReceiptCopiesSection api={api} mayRead />
        </Panel>
        <Panel title="寄附者名簿">
          <GiverListSection api={api} mayRead />
        </Panel>
      </div>
    </>
  );
}
