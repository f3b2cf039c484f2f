import { useState } from 'react';
import { Button } from '#kit/ui/button.tsx';
import { showMessage } from '#kit/ui/message.ts';
import type { ApplicationActionsProps } from './action-props.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { CorrectDialog } from './correct-dialog.tsx';

/** The changes that are possible until the kit is sent; nothing afterwards. */
export function ApplicationActions({ onStale, ...props }: ApplicationActionsProps) {
  const { canCorrect, canCancel, needsKit } = props.application;
  const [opened, setOpened] = useState<'correct' | 'cancel'>();
  const close = () => setOpened(undefined);
  const dialog = {
    ...props,
    onClose: close,
    async onConflict(message: string) {
      close();
      await showMessage({ title: '変更できませんでした', message });
      onStale();
    },
  };
  return (
    <>
      {(canCorrect || canCancel) && (
        <div className="mt-6 flex flex-wrap gap-3">
          {canCorrect && (
            <Button variant="outline" size="small" onClick={() => setOpened('correct')}>
              {needsKit ? 'お届け先・希望日を変更する' : 'ご住所を変更する'}
            </Button>
          )}
          {canCancel && (
            <Button variant="quiet" size="small" onClick={() => setOpened('cancel')}>
              お申し込みを取り消す
            </Button>
          )}
        </div>
      )}
      <CorrectDialog {...dialog} isOpen={opened === 'correct'} />
      <CancelDialog {...dialog} isOpen={opened === 'cancel'} />
    </>
  );
}
