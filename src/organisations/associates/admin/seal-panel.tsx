import { api } from '#kit/client/api.ts';
import { PictureChooser } from '#kit/forms/pictures/picture-chooser.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { AdminAssociateDetail } from '#organisations/associates/admin-associate.ts';
import type { PanelProps } from './panel-props.ts';

/** The seal on the organisation's receipts; issued papers keep the seal they were issued with. */
export function SealPanel({ path, associate: { seal, name }, mayEdit, onChanged }: PanelProps) {
  const submission = useSubmission(
    (picture: File | undefined) => {
      if (!picture) return api<AdminAssociateDetail>(`${path}/seal`, { method: 'DELETE' });
      const body = new FormData();
      body.append('image', picture, picture.name);
      return api<AdminAssociateDetail>(`${path}/seal`, { body });
    },
    {
      onDone(changed) {
        showToast(changed.seal ? '印影を登録しました。' : '印影を外しました。');
        onChanged(changed);
      },
    },
  );
  return (
    <Panel title="受領証明書の印影">
      <div className="grid gap-3">
        <p className="text-sm">
          背景が透明なPNG（1MBまで）を、正方形に切り抜いて使います。発行済みの証明書は変わりません。
        </p>
        {seal === '' ? (
          <p className="text-sm text-ink-2">印影はまだありません。押印の欄を空けて発行します。</p>
        ) : (
          <img
            src={seal}
            alt={`${name}の印影`}
            width={112}
            height={112}
            className="size-28 rounded-tile border border-line bg-white object-contain p-2"
          />
        )}
        {mayEdit && (
          <PictureChooser
            label="印影"
            kind="associate-seal"
            isBusy={submission.isPending}
            onPicked={(picture) => void submission.send(picture)}
          >
            {seal !== '' && (
              <Button
                variant="quiet"
                size="small"
                isBusy={submission.isPending}
                onClick={() => submission.send(undefined)}
              >
                印影を外す
              </Button>
            )}
          </PictureChooser>
        )}
        {submission.isPending && <ProgressBar label="画像を送っています" />}
        <SubmitError message={submission.message} />
      </div>
    </Panel>
  );
}
