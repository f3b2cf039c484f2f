import { useId } from 'react';
import { PictureChooser } from '#kit/forms/pictures/picture-chooser.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import type { Profile } from '#people/accounts/account.ts';
import { OwnBanner, OwnPicture } from './own-pictures.tsx';
import { usePictureUpload } from './use-picture-upload.ts';

const uploads = '/api/upload/image/users';

/** Both pictures of the profile; each is uploaded as soon as it is cropped. */
export function PictureEditors({ profile }: { profile: Profile }) {
  return (
    <div className="grid gap-8">
      <PictureEditor kind="profile" label="プロフィール画像" path={profile.image} />
      <PictureEditor kind="profile-banner" label="背景の画像" path={profile.bannerImage} />
    </div>
  );
}

function PictureEditor({
  kind,
  label,
  path,
}: {
  kind: 'profile' | 'profile-banner';
  label: string;
  path: string;
}) {
  const headingId = useId();
  const { state, send, remove, cancel } = usePictureUpload(`${uploads}/${kind}`, label);
  const isRound = kind === 'profile';
  const isBusy = state.kind === 'sending' || state.kind === 'removing';
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h3 id={headingId} className="font-sans text-base font-bold">
        {label}
      </h3>
      {isRound ? (
        <OwnPicture path={path} className="size-24" />
      ) : (
        <div className="overflow-hidden rounded-tile border border-line">
          <OwnBanner path={path} />
        </div>
      )}
      <PictureChooser
        label={label}
        kind={kind}
        shown={path}
        isRound={isRound}
        isBusy={isBusy}
        camera={isRound ? 'user' : 'environment'}
        onPicked={send}
      >
        {path !== '' && (
          <Button variant="quiet" size="small" disabled={isBusy} onClick={remove}>
            <Icon name="trash" className="size-4.5" />
            消す<span className="sr-only">：{label}</span>
          </Button>
        )}
      </PictureChooser>
      {state.kind === 'sending' && (
        <div className="flex flex-wrap items-end gap-4">
          <div className="min-w-48 grow">
            <ProgressBar
              label={state.share < 1 ? '画像を送っています' : '画像を整えています'}
              value={state.share < 1 ? Math.round(state.share * 100) : undefined}
            />
          </div>
          <Button variant="outline" size="small" onClick={cancel}>
            送信をやめる
          </Button>
        </div>
      )}
      {state.kind === 'failed' && (
        <Notice kind="error" title={`${label}を変更できませんでした`}>
          <p>{state.message}</p>
          <Button variant="outline" size="small" className="mt-3" onClick={state.again}>
            もう一度送る
          </Button>
        </Notice>
      )}
    </section>
  );
}
