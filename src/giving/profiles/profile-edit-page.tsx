import { useId } from 'react';
import { useNavigate } from 'react-router';
import { useToday } from '#giving/applications/use-today.ts';
import { isNameless } from '#giving/pledges/public-author.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { PictureChooser } from '#kit/forms/pictures/picture-chooser.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Button } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { ProgressBar } from '#kit/ui/progress-bar.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { Profile } from '#people/accounts/account.ts';
import type { Session } from '#people/session/session.ts';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/profile-edit-page.ts';
import { OwnBanner, OwnPicture } from './own-pictures.tsx';
import { loadProfile } from './own-profile.ts';
import { ProfileForm } from './profile-form.tsx';
import { usePictureUpload } from './use-picture-upload.ts';

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: 'プロフィールの編集',
    description: '表示名、自己紹介、画像などのプロフィールを編集できます。',
    isListed: false,
  });

export const handle = {
  guard: 'signed-in',
  breadcrumb: [{ label: 'マイページ', to: '/mypage' }, { label: 'プロフィールの編集' }],
};

/** The server's rule: public if it has a name and a public pledge (docs/product.md, Pledges). */
const hasPublicProfile = ({ profile, pledges }: Session) =>
  profile !== undefined &&
  !isNameless(profile.name) &&
  pledges.some(({ state }) => state === 'published');

/** The pictures, each uploaded as soon as it is cropped, and the form of the other fields. */
export default function MyPageEdit() {
  const person = usePerson();
  const today = useToday();
  const navigate = useNavigate();
  const loaded = useQuery(person?.uid, loadProfile);
  return (
    <div className="page-container py-10">
      <div className="mx-auto max-w-narrow">
        <h1 className="mb-6">プロフィールの編集</h1>
        {person && hasPublicProfile(person) && (
          <p className="-mt-3 mb-6">
            <Link to={`/profile/${person.uid}`} className="text-coral-dark underline">
              公開されるプロフィールを見る
            </Link>
          </p>
        )}
        {loaded.problem && <LoadFailure message={loaded.problem.message} onRetry={loaded.reload} />}
        {person?.profile && today && loaded.value ? (
          <div className="space-y-6">
            <Card as="section" aria-labelledby="pictures">
              <h2 id="pictures" className="mb-1 text-xl narrow:text-2xl">
                画像
              </h2>
              <p className="mb-5 text-sm text-ink-2">
                選んで切り抜くと、すぐに保存されます。撮影した場所などの情報は取り除かれます。
              </p>
              <PictureEditors profile={person.profile} />
            </Card>
            <Card as="section" aria-labelledby="words">
              <h2 id="words" className="mb-5 text-xl narrow:text-2xl">
                あなたについて
              </h2>
              <ProfileForm
                key={loaded.value.etag}
                shown={loaded.value}
                thisYear={Number(today.slice(0, 4))}
                onKeepStored={loaded.change}
                onDone={() => {
                  showToast('プロフィールを保存しました。');
                  navigate('/mypage');
                }}
              />
            </Card>
          </div>
        ) : (
          !loaded.problem && <Skeleton lines={8} />
        )}
      </div>
    </div>
  );
}

const uploads = '/api/upload/image/users';

/** Both pictures of the profile; each is uploaded as soon as it is cropped. */
function PictureEditors({ profile }: { profile: Profile }) {
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
