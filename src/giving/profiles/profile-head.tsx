import { ButtonLink } from '#kit/ui/button.tsx';
import { Paragraphs } from '#kit/ui/paragraphs.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import type { Profile } from '#people/accounts/account.ts';
import { genderLabels } from '#people/accounts/gender.ts';
import { birthLabel } from './birth-label.ts';
import { OwnBanner, OwnPicture } from './own-pictures.tsx';
import { SnsLinks } from './sns-links.tsx';

/** Banner, picture, name, text and accounts; birth and gender are marked as private. */
export function ProfileHead({ profile }: { profile: Profile }) {
  const { name, text, birth, gender, snsAccounts, image, bannerImage } = profile;
  return (
    <section className="overflow-hidden rounded-card border border-line bg-paper">
      <OwnBanner path={bannerImage} />
      <div className="px-5 pb-6 narrow:px-8 narrow:pb-8">
        <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
          <OwnPicture
            path={image}
            className="relative -mt-12 size-24 border-4 border-paper narrow:-mt-16 narrow:size-32"
          />
          <ButtonLink to="/mypage/edit" variant="outline" size="small">
            <Icon name="edit" className="size-4.5" />
            プロフィールを編集
          </ButtonLink>
        </div>
        <h1 className="mt-3 font-sans">{name || '名前はまだありません'}</h1>
        {text === '' ? (
          <p className="mt-2 text-ink-2">
            自己紹介はまだありません。どんな思いで寄付しているかを書くと、#mypledgeを読んだ方に伝わります。
          </p>
        ) : (
          <Paragraphs text={text} className="mt-2" />
        )}
        <SnsLinks accounts={snsAccounts} />
        <div className="mt-5 rounded-tile bg-sand px-5 py-3">
          <p className="flex items-center gap-1.5 text-sm font-bold">
            <Icon name="lock" className="size-4" />
            あなたにだけ表示されています
          </p>
          <dl className="mt-1 flex flex-wrap gap-x-8 gap-y-1">
            <div className="flex gap-3">
              <dt className="shrink-0 text-ink-2">生年月日</dt>
              <dd className={birth === '' ? 'text-ink-2' : ''}>{birthLabel(birth)}</dd>
            </div>
            <div className="flex gap-3">
              <dt className="shrink-0 text-ink-2">性別</dt>
              <dd>{genderLabels[gender]}</dd>
            </div>
          </dl>
        </div>
      </div>
    </section>
  );
}
