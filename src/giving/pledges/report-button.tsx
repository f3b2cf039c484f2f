import { useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { type Part, usePart } from '#kit/ui/use-part.ts';
import type { ReportDialogProps } from './report-dialog.tsx';

const reportDialog: Part<ReportDialogProps> = {
  load: async () => (await import('./report-dialog.tsx')).ReportDialog,
};

/** Opens the report form of a pledge, which is loaded only then. */
export function ReportButton({ pledgeId }: { pledgeId: string }) {
  const [isOpen, setOpen] = useState(false);
  const ReportDialog = usePart(reportDialog, isOpen, () => {
    setOpen(false);
    showToast('画面を読み込めませんでした。もう一度お試しください。');
  });
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        この投稿の問題を知らせる
      </Button>
      {ReportDialog && (
        <ReportDialog pledgeId={pledgeId} isOpen={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
