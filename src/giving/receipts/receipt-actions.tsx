import { useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { addressOf, send } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { fileNameOf, saveFile } from '#kit/ui/save-file.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import {
  type OwnReceipts,
  type PaperSubject,
  receiptFor,
  validReceiptsOn,
} from './own-receipts.ts';
import { PaperDialog } from './paper-dialog.tsx';
import type { Receipt } from './receipt.ts';

type Props = Pick<OwnReceipts, 'receipts' | 'account'> & {
  subject: PaperSubject;
  /** The gifts that the receipt would list. */
  appraisalIds: readonly string[];
  /** Why none can be issued; '' where one can. */
  reason: string;
  /** The subject of the receipt, for screen readers. */
  about: string;
  onIssued: (receipt: Receipt) => void;
};

/** Issues a receipt, or downloads, corrects and reissues the valid one; else says why there is none. */
export function ReceiptActions(props: Props) {
  const { subject, appraisalIds, receipts, account, reason, about, onIssued } = props;
  const [dialog, setDialog] = useState<'issue' | 'correct' | 'reissue'>();
  const receipt = receiptFor(subject, receipts);
  const validReceipts = validReceiptsOn(appraisalIds, receipts);
  const downloading = useSubmission(async (number: string) => {
    const response = await apiResponse(
      addressOf('GET /api/users/receipts/:number/pdf', { params: { number } }),
    );
    saveFile(await response.blob(), fileNameOf(response, 'receipt.pdf'));
  });
  if (!receipt && reason !== '') return <p className="text-sm text-ink-2">{reason}</p>;
  /** Gifts that were added after the receipt was issued. */
  const added = receipt && appraisalIds.filter((number) => !receipt.appraisalIds.includes(number));
  const close = () => setDialog(undefined);
  return (
    <div className="space-y-3">
      {receipt && <ValidReceipt receipt={receipt} />}
      {!receipt && <OnOtherReceipt subject={subject} holding={validReceipts} />}
      {added && added.length > 0 && reason === '' && (
        <p className="text-sm text-ink-2">
          この証明書のあとに、{added.length}件の寄付が加わりました。
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {/* One button for both states, so that it keeps the focus. */}
        <Button
          size="small"
          variant={receipt ? 'primary' : 'outline'}
          isBusy={downloading.isPending}
          aria-label={receipt ? `${about}のPDFをダウンロード` : `${about}を発行する`}
          onClick={() => (receipt ? downloading.send(receipt.number) : setDialog('issue'))}
        >
          {receipt && <Icon name="download" className="size-5" />}
          {receipt ? 'PDFをダウンロード' : '発行する'}
        </Button>
        {added && added.length > 0 && reason === '' && (
          <Button
            size="small"
            variant="outline"
            aria-label={`${about}を、加わった寄付を含めて発行する`}
            onClick={() => setDialog('issue')}
          >
            加わった寄付を含めて発行
          </Button>
        )}
        {receipt && (
          <>
            <Button
              size="small"
              variant="quiet"
              aria-label={`${about}のお名前・ご住所を訂正する`}
              onClick={() => setDialog('correct')}
            >
              お名前・ご住所の訂正
            </Button>
            <Button
              size="small"
              variant="quiet"
              aria-label={`${about}を再発行する`}
              onClick={() => setDialog('reissue')}
            >
              再発行
            </Button>
          </>
        )}
      </div>
      <SubmitError message={downloading.message} />
      <PaperDialog
        isOpen={dialog === 'issue'}
        task={{ kind: 'issue', subject, holding: validReceipts }}
        {...{ account, onIssued }}
        onClose={close}
      />
      {receipt && (
        <>
          <PaperDialog
            isOpen={dialog === 'correct'}
            task={{ kind: 'correct', receipt }}
            {...{ account, onIssued }}
            onClose={close}
          />
          <ReissueDialog
            number={receipt.number}
            isOpen={dialog === 'reissue'}
            onClose={close}
            onIssued={onIssued}
          />
        </>
      )}
    </div>
  );
}

function ValidReceipt({ receipt }: { receipt: Receipt }) {
  const { number, issuedAt, donorName, replaces } = receipt;
  return (
    <p className="text-sm text-ink-2">
      <b className="mr-3">有効</b>
      <span className="whitespace-nowrap">番号 {number}</span>（{formatDate(issuedAt)}発行、
      <bdi>{donorName}</bdi> 様{replaces.length > 0 && `、番号 ${replaces.join('、')} に替わるもの`}
      ）
    </p>
  );
}

/** Warns that a gift is on another valid receipt, which a new one would replace. */
function OnOtherReceipt({
  subject,
  holding,
}: {
  subject: PaperSubject;
  holding: readonly Receipt[];
}) {
  const [first] = holding;
  if (!first) return null;
  const numbers = holding.map(({ number }) => number).join('、');
  return (
    <p className="text-sm text-ink-2">
      {subject.kind === 'donation'
        ? `有効な一年分の証明書（番号 ${numbers}）に含まれています。`
        : `寄付ごとの証明書（番号 ${numbers}）が有効です。`}
    </p>
  );
}

/** Reissues a receipt under a new number. */
function ReissueDialog({
  number,
  isOpen,
  onClose,
  onIssued,
}: {
  number: string;
  isOpen: boolean;
  onClose: () => void;
  onIssued: (receipt: Receipt) => void;
}) {
  const submission = useSubmission(
    (of: string) =>
      send('POST /api/users/receipts/:number/reissue', { params: { number: of }, body: {} }),
    {
      onDone(issued) {
        onClose();
        onIssued(issued);
        showToast('受領証明書を再発行しました。');
      },
    },
  );
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => !submission.isPending && onClose()}
      title="受領証明書を再発行しますか？"
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            再発行しない
          </Button>
          <Button isBusy={submission.isPending} onClick={() => submission.send(number)}>
            {submission.isPending ? '再発行しています' : '再発行する'}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p>
          同じ内容の証明書を、新しい番号で発行します。「再発行」の印と、もとの番号（
          <span className="whitespace-nowrap">{number}</span>
          ）が入ります。もとの証明書は無効になります。
        </p>
        <p>PDFをなくされただけなら、再発行しなくても、何度でもダウンロードできます。</p>
        <SubmitError message={submission.message} />
      </div>
    </Dialog>
  );
}
