import { useState } from 'react';
import { addressOf } from '#kit/client/send.ts';
import { ReasonDialog } from '#kit/lists/steps/reason-dialog.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import type { AccountBlock } from '#money/bank-accounts/blocked-account.ts';

type Props = { associateId: string; blocked: AccountBlock; onChanged: () => void };

/** Why runs skip an account, with a button to confirm that it is correct. */
export function BlockedNotice({ associateId, blocked, onChanged }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice kind="error" title="この口座への振込が戻ってきました">
      <p>
        {formatDate(blocked.returnedOn)}の組戻し：{blocked.reason}
      </p>
      <p>口座を変えるか、いまの口座が正しいことを確認するまで、送金には含まれません。</p>
      <div className="mt-3">
        <Button variant="outline" size="small" onClick={() => setOpen(true)}>
          この口座が正しいと確認した
        </Button>
      </div>
      <ReasonDialog
        title="口座が正しいことを記録する"
        path={addressOf('POST /api/office/associates/:associateId/bank-account/confirm', {
          params: { associateId },
        })}
        more={{ blockId: blocked.id }}
        action="記録する"
        done="口座の確認を記録しました。次の送金から含まれます。"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onDone={onChanged}
        onReload={onChanged}
      >
        <p>
          団体に通帳などをご確認いただいたうえで、確かめた方法を書いてください。団体にもメールでお知らせします。
        </p>
      </ReasonDialog>
    </Notice>
  );
}
