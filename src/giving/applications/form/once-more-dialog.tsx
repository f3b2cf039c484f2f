import { Button } from '#kit/ui/button.tsx';
import { Dialog } from '#kit/ui/dialog.tsx';

/** Asks a donor who applied a moment ago, usually in another tab, to confirm another application. */
export function RepeatDialog({
  appraisalId,
  onOnceMore,
  onClose,
}: {
  /** The number of the earlier application; undefined while there is nothing to ask. */
  appraisalId: string | undefined;
  onOnceMore: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog
      isOpen={appraisalId !== undefined}
      onClose={onClose}
      title="もう一度申し込みますか？"
      actions={
        <>
          <Button variant="outline" onClick={onClose}>
            申し込まない
          </Button>
          <Button onClick={onOnceMore}>もう一度申し込む</Button>
        </>
      }
    >
      <p>
        先ほど、このブラウザーから申込番号<b className="whitespace-nowrap"> {appraisalId} </b>
        でお申し込みいただきました。もう一度申し込むと、別のお申し込みになり、箱がさらに届きます。
      </p>
    </Dialog>
  );
}
