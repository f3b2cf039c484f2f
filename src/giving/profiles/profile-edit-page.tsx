import { useNavigate } from 'react-router';
import { useToday } from '#giving/applications/use-today.ts';
import { isNameless } from '#giving/pledges/public-author.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Card } from '#kit/ui/card.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import type { Session } from '#people/session/session.ts';
import { usePerson } from '#people/session/use-person.ts';
import type { Route } from './+types/profile-edit-page.ts';
import { loadProfile } from './own-profile.ts';
import { PictureEditors } from './picture-editor.tsx';
import { ProfileForm } from './profile-form.tsx';

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
