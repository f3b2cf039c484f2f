import { GiverListSection } from '#giving/giver-lists/giver-list-section.tsx';
import { ReceiptCopiesSection } from '#giving/giver-lists/receipt-copies-section.tsx';
import { PagedList } from '#kit/client/lists/paged-list.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Chip } from '#kit/ui/chip.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { SecondFactorDialog } from '#people/session/second-factor/second-factor-dialog.tsx';
import type { StaffReceipt } from './room.ts';
import { roomApi, roomPath, useRoom } from './use-room.ts';

/** The receipts in the organisation's name; for editors also copies and the list of givers. */
export default function RoomReceipts() {
  const { associate, mayChange } = useRoom();
  const api = roomApi(associate.id);
  return (
    <div className="grid gap-6">
      <SecondFactorDialog />
      <Card as="section" aria-labelledby="receipts">
        <h2 id="receipts" className="text-xl narrow:text-2xl">
          発行した受領証明書
        </h2>
        <p className="mt-2 mb-4 text-ink-2">
          お申し込みのときに受領証明書を希望されたご寄付は
          <Link
            to={`${roomPath(associate.id, 'donations')}?receipt=true`}
            className="text-coral-dark underline"
          >
            {formatYen(associate.receiptWishCount)}件
          </Link>
          です。下は、団体の名義で発行した受領証明書です。お名前のある控えと寄附者名簿は、この下にあります。
        </p>
        <PagedList<StaffReceipt>
          path={roomApi(associate.id, '/receipts')}
          label="発行した受領証明書"
          empty={{
            title: '発行した受領証明書はまだありません',
            text: '寄付者の方が発行されると、ここに新しい順に並びます。',
          }}
          keyOf={({ number }) => number}
        >
          {({ number, kind, year, amountYen, issuedAt, isReissue, isVoid }) => (
            <>
              <p className="flex flex-wrap justify-between gap-x-4 font-bold tabular-nums">
                <span>{number}</span>
                <span>{formatYen(amountYen)}円</span>
              </p>
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2 tabular-nums">
                <span>{formatDate(issuedAt)}発行</span>
                <span>{kind === 'year' ? `${year}年の1年分` : '1件のご寄付'}</span>
                {isReissue && <Chip>再発行</Chip>}
                {isVoid && <Chip tone="error">無効</Chip>}
              </p>
            </>
          )}
        </PagedList>
      </Card>
      <Card as="section" aria-labelledby="copies">
        <h2 id="copies" className="text-xl narrow:text-2xl">
          受領証明書の控え
        </h2>
        <ReceiptCopiesSection api={api} mayRead={mayChange} />
      </Card>
      <Card as="section" aria-labelledby="givers">
        <h2 id="givers" className="text-xl narrow:text-2xl">
          寄附者名簿
        </h2>
        <GiverListSection api={api} mayRead={mayChange} />
      </Card>
    </div>
  );
}
