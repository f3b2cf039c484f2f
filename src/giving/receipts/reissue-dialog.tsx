import { api } from '#kit/client/api.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { Receipt } from './receipt.ts';

/** Reissues a receipt under a new number. */
export function ReissueDialog({
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
    (of: string) => api<Receipt>(`/api/users/receipts/${of}/reissue`, { body: {} }),
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
