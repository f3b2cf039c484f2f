import { renderToString } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { Account } from './account-menu.tsx';
import { DefaultLayout } from './default-layout.tsx';
import type { MenuCampaign } from './navigation.ts';

const cat: MenuCampaign = { year: 2018, token: 'cat', title: 'ねこの日', state: 'ended' };

/** Renders the layout around a page on the server. */
function rendered({
  account = 'visitor',
  path = '/',
  sample = false,
  campaigns = [cat],
}: {
  account?: Account;
  path?: string;
  sample?: boolean;
  campaigns?: MenuCampaign[];
}) {
  const element = (
    <DefaultLayout
      account={account}
      onSignOut={() => {}}
      sample={sample}
      associateCount={72}
      campaigns={campaigns}
      hasCommerce={false}
    >
      <h1>ページ</h1>
    </DefaultLayout>
  );
  const handle = path === '/' ? undefined : { breadcrumb: '寄付先を探す' };
  const router = createMemoryRouter([{ path, element, handle }], { initialEntries: [path] });
  return renderToString(<RouterProvider router={router} />);
}

const footerOf = (html: string) => html.slice(html.indexOf('<footer'));

describe('the default layout', () => {
  test('leads from the footer to every place that a visitor looks for there', () => {
    const footer = footerOf(rendered({}));
    for (const address of [
      '/search',
      '/about-service',
      '/about-service/application-flow',
      '/about-service/donatable',
      '/about-service/undonatable',
      '/search/social-challenge',
      '/campaign/2018/cat',
      '/my-pledge',
      '/tax-deduction',
      '/faq',
      '/listing',
      '/cancel',
      '/operator',
      '/terms',
      '/privacy',
      '/contact',
    ]) {
      expect(footer).toContain(`href="${address}"`);
    }
    expect(footer).toContain('2017');
  });

  test('leads from the header to the service, #mypledge and the way of an application', () => {
    const header = /<header.*<\/header>/s.exec(rendered({}))?.[0] ?? '';
    for (const address of ['/about-service', '/my-pledge', '/about-service/application-flow']) {
      expect(header).toContain(`href="${address}"`);
    }
  });

  test('offers registration and login to a visitor, my page and logout to a donor', () => {
    const visitor = rendered({ account: 'visitor' });
    expect(visitor).toContain('href="/join"');
    expect(visitor).toContain('href="/login"');
    expect(visitor).not.toContain('/mypage');
    const donor = rendered({ account: { name: '見本 花子', role: 'donor' } });
    for (const address of [
      '/mypage',
      '/mypage/my-pledge',
      '/mypage/donation-history',
      '/mypage/receipts',
      '/mypage/account',
    ]) {
      expect(donor).toContain(`href="${address}"`);
    }
    expect(donor).toContain('ログアウト');
    expect(donor).not.toContain('href="/login"');
  });

  test('keeps the visitor’s links in the page that everybody gets, for those without scripts', () => {
    expect(rendered({ account: 'unknown' })).toContain('href="/login"');
  });

  test('works without scripts: a search form, and a link where the modal would open', () => {
    const html = rendered({});
    expect(html).toMatch(/<form[^>]*action="\/search"/);
    expect(html).toContain('name="keyword"');
    expect(html).toMatch(/<a[^>]*aria-haspopup="dialog"[^>]*href="\/search"/);
  });

  test('offers the campaigns that there are in header and footer, and says which are over', () => {
    const running: MenuCampaign = {
      year: 2026,
      token: 'autumn',
      title: '実りの秋',
      state: 'running',
    };
    const html = rendered({ campaigns: [running, cat] });
    expect(html.match(/href="\/campaign\/2026\/autumn"/g)).toHaveLength(2);
    expect(html).toContain('ねこの日（終了）');
    expect(html).not.toContain('実りの秋（終了）');
    expect(rendered({ campaigns: [] })).not.toContain('特集');
  });

  test('says where a page stands, except on the top page', () => {
    expect(rendered({ path: '/search' })).toContain('aria-label="パンくずリスト"');
    expect(rendered({ path: '/' })).not.toContain('aria-label="パンくずリスト"');
  });

  test('has the floating button only on the pages that invite', () => {
    expect(rendered({ path: '/search' })).toContain('寄付する</button>');
    expect(rendered({ path: '/terms' })).not.toContain('寄付する</button>');
  });

  test('says so while sample data is loaded', () => {
    expect(rendered({ sample: true })).toContain('見本データを表示しています');
    expect(rendered({ sample: false })).not.toContain('見本データを表示しています');
  });
});
