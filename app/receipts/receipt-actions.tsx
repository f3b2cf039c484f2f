import { useState } from 'react';
import { SubmitError } from '#app/forms/submit-error.tsx';
import { useSubmission } from '#app/forms/use-submission.ts';
import { api, apiResponse } from '#app/session/api.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/pictures/icon.tsx';
import { fileNameOf, saveFile } from '#app/ui/save-file.ts';
import { showToast } from '#app/ui/toast.tsx';
import type { Receipt, ReceiptRequest } from '#domain/receipts/receipt.ts';
import { formatDate } from '#domain/values/timestamp.ts';

type Props = {
  request: ReceiptRequest;
  receipt: Receipt | undefined;
  /** Why none can be issued; empty where one can. */
  reason: string;
  /** The subject of the paper, for screen readers. */
  about: string;
  onIssued: (receipt: Receipt) => void;
};

/** Issues a receipt, or downloads and reissues the existing one; else says why there is none. */
export function ReceiptActions({ request, receipt, reason, about, onIssued }: Props) {
  const [isAsking, setAsking] = useState(false);
  const issuing = useSubmission(
    (body: ReceiptRequest) => api<Receipt>('/api/users/receipts', { body }),
    {
      onDone(issued) {
        onIssued(issued);
        showToast('受領証明書を発行しました。');
      },
    },
  );
  const downloading = useSubmission(async (number: string) => {
    const response = await apiResponse(`/api/users/receipts/${number}/pdf`);
    saveFile(await response.blob(), fileNameOf(response, 'receipt.pdf'));
  });
  if (!receipt && reason !== '') return <p className="text-sm text-ink-2">{reason}</p>;
  const isBusy = issuing.isPending || downloading.isPending;
  return (
    <div className="space-y-3">
      {receipt && (
        <p className="text-sm text-ink-2">
          <b className="mr-3">発行済み</b>
          <span className="whitespace-nowrap">番号 {receipt.number}</span>（
          {formatDate(receipt.issuedAt)}
          {receipt.reissueOf && `、番号 ${receipt.reissueOf} の再発行`}）
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {/* One button for both, so that the focus stays on it. */}
        <Button
          size="small"
          variant={receipt ? 'primary' : 'outline'}
          isBusy={isBusy}
          aria-label={receipt ? `${about}のPDFをダウンロード` : `${about}を発行する`}
          onClick={() => (receipt ? downloading.send(receipt.number) : issuing.send(request))}
        >
          {receipt && <Icon name="download" className="size-5" />}
          {receipt ? 'PDFをダウンロード' : issuing.isPending ? '発行しています' : '発行する'}
        </Button>
        {receipt && reason === '' && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`${about}を再発行する`}
            onClick={() => setAsking(true)}
          >
            再発行
          </Button>
        )}
      </div>
      {receipt && reason !== '' && <p className="text-sm text-ink-2">再発行について：{reason}</p>}
      <SubmitError message={issuing.message ?? downloading.message} />
      {receipt && (
        <ReissueDialog
          number={receipt.number}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          onIssued={onIssued}
        />
      )}
    </div>
  );
}

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
    (of: string) => api<Receipt>(`/api/users/receipts/${of}/reissue`, { method: 'POST' }),
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
          <span className="whitespace-nowrap">{number}</span>）が入ります。
        </p>
        <p>PDFをなくされただけなら、再発行しなくても、何度でもダウンロードできます。</p>
        <SubmitError message={submission.message} />
      </div>
    </Dialog>
  );
}
