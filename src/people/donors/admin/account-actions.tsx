import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, apiResponse } from '#kit/client/api.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { fileNameOf, saveFile } from '#kit/ui/save-file.ts';
import { showToast } from '#kit/ui/toast.tsx';
import type { Donor } from '#people/donors/donor.ts';
import { ReasonDialog } from './reason-dialog.tsx';

type Action = 'lock' | 'export' | 'erase';

/** The actions on an account, or on a guest's data, at their request. */
export function AccountActions({ donor, onChanged }: { donor: Donor; onChanged: () => void }) {
  const [open, setOpen] = useState<Action>();
  const { isGuest, role, signIn } = donor;
  const isLocked = signIn?.lockedAt != null;
  const close = () => setOpen(undefined);
  if (role !== 'donor') {
    return (
      <Panel title="この記録の操作">
        <p className="text-sm text-ink-2">
          運営や団体の担当者のアカウントです。ロックや消去は「人と役割」から行ってください。
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="この記録の操作">
      <div className="grid gap-2">
        {!isGuest && (
          <Button variant="outline" size="small" onClick={() => setOpen('lock')}>
            {isLocked ? 'ロックを解除する' : 'ロックする'}
          </Button>
        )}
        <Button variant="outline" size="small" onClick={() => setOpen('export')}>
          個人データを書き出す
        </Button>
        <Button variant="outline" size="small" onClick={() => setOpen('erase')}>
          記録を消去する
        </Button>
      </div>
      <LockDialog
        donor={donor}
        isOpen={open === 'lock'}
        onClose={close}
        onDone={() => {
          close();
          onChanged();
        }}
      />
      <ExportDialog donor={donor} isOpen={open === 'export'} onClose={close} />
      <EraseDialog donor={donor} isOpen={open === 'erase'} onClose={close} />
    </Panel>
  );
}

type ActionDialogProps = { donor: Donor; isOpen: boolean; onClose: () => void };

const pathOf = ({ id }: Donor, action: Action) =>
  `/api/office/donors/${encodeURIComponent(id)}/${action}`;

function LockDialog({ donor, onDone, ...dialog }: ActionDialogProps & { onDone: () => void }) {
  const isLocked = donor.signIn?.lockedAt != null;
  return (
    <ReasonDialog
      {...dialog}
      title={isLocked ? 'ロックを解除しますか？' : 'ロックしますか？'}
      action={isLocked ? '解除する' : 'ロックする'}
      send={({ reason }) => api(pathOf(donor, 'lock'), { body: { isLocked: !isLocked, reason } })}
      onDone={() => {
        showToast(isLocked ? 'ロックを解除しました。' : 'ロックしました。');
        onDone();
      }}
    >
      {isLocked ? (
        <p>解除すると、もう一度ログインできるようになります。</p>
      ) : (
        <>
          <p>すべての端末がすぐにログアウトし、解除するまでログインできなくなります。</p>
          <p>
            正しいパスワードでログインしようとした方にだけ、停止していることと、お問い合わせ先をお伝えします。
          </p>
        </>
      )}
    </ReasonDialog>
  );
}

function ExportDialog({ donor, ...dialog }: ActionDialogProps) {
  return (
    <ReasonDialog
      {...dialog}
      title="個人データを書き出しますか？"
      action="書き出す"
      send={async (body) => {
        const response = await apiResponse(pathOf(donor, 'export'), { body });
        saveFile(await response.blob(), fileNameOf(response, 'tasuki.zip'));
      }}
      onDone={() => {
        showToast('個人データを書き出しました。');
        dialog.onClose();
      }}
    >
      <p>
        ご本人からの開示のご請求に応じて、お預かりしている内容をZIPファイルに書き出します。ご本人であることを確かめ、確実にお渡しできる方法でお送りください。
      </p>
    </ReasonDialog>
  );
}

function EraseDialog({ donor, ...dialog }: ActionDialogProps) {
  const navigate = useNavigate();
  return (
    <ReasonDialog
      {...dialog}
      title="記録を消去しますか？"
      action="消去する"
      isTyped
      send={(body) => api(pathOf(donor, 'erase'), { body })}
      onDone={() => {
        showToast('記録を消去しました。');
        navigate('/admin/donors', { replace: true });
      }}
    >
      <p>
        ご本人の請求があったときだけ行ってください。法律で残す必要のある寄付の記録を除いて、すべて消え、元に戻せません。発送前のお申し込みは取り消されます。
      </p>
    </ReasonDialog>
  );
}
