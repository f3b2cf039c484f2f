import { GuideHead } from '#kit/pages/guide-head.tsx';
import { GuideLinks } from '#kit/pages/guide-links.tsx';
import { GuideSection } from '#kit/pages/guide-section.tsx';
import { pageMeta } from '#kit/pages/page-meta.ts';
import { Link } from '#kit/ui/links/link.tsx';
import type { Route } from './+types/undonatable-page.ts';
import { UndonatableGoods } from './undonatable-goods.tsx';

export const handle = {
  breadcrumb: [
    { label: 'たすきについて', to: '/about-service' },
    { label: '寄付できないもの', to: '/about-service/undonatable' },
  ],
};

export const meta: Route.MetaFunction = (args) =>
  pageMeta(args, {
    title: '寄付できないもの',
    description:
      '下着や汚れのひどいもの、制服、偽ブランド品など、お受けできないものと、その理由です。箱に入れる前にご確認ください。',
  });

export default function Undonatable() {
  return (
    <>
      <GuideHead
        title="寄付できないもの"
        lead="お気持ちはうれしいのですが、次のものはお受けできません。箱に入れる前に、ご確認をお願いします。"
        pictures={['socks', 'prohibited', 'bed']}
        tint="sky"
      />
      <GuideSection
        title="お受けしていないもの"
        lead="値段がつかず、行き先を見つけることも難しいものです。"
      >
        <UndonatableGoods kinds="unwanted" />
      </GuideSection>
      <GuideSection
        title="送らないでいただきたいもの"
        lead="法律や配送の決まりで扱えないもの、失うと取り返しのつかないものです。"
      >
        <UndonatableGoods kinds="forbidden" />
      </GuideSection>
      <GuideSection title="もし、入ってしまっていたら">
        <div className="prose max-w-narrow">
          <p>
            現金や身分証、鍵などの大切なものが見つかったときは、査定を止めてご連絡し、お返しします。返送の費用はいただきません。
          </p>
          <p>
            お受けできないお品物は、原則としてお返しせず、運営者が資源として再利用するか、処分します。偽物や、法律で取引が禁じられているものは、警察などに届け出ることがあります。
          </p>
          <p>
            入れてよいか迷うものは、写真がなくてもかまいませんので、送る前に
            <Link to="/contact">お問い合わせ</Link>
            ください。
          </p>
        </div>
      </GuideSection>
      <GuideLinks to={['/about-service/donatable', '/about-service/application-flow', '/faq']} />
    </>
  );
}
