import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import { useClosingDetails } from '#kit/ui/navigation/use-closing-details.ts';
import { useHydrated } from '#kit/ui/use-hydrated.ts';
import { useScroller } from '#kit/ui/use-scroller.ts';
import { renderedHtml } from '#test/rendered.ts';
import { open, openTab } from '#test/stand-ins/page/open.tsx';

function Menu() {
  const details = useRef<HTMLDetailsElement>(null);
  const onKeyDown = useClosingDetails(details);
  return (
    <>
      <details ref={details} open onKeyDown={onKeyDown}>
        <summary>メニュー</summary>
        <input aria-label="中" />
      </details>
      <input aria-label="外" />
    </>
  );
}
function openMenu() {
  const page = open(<Menu />);
  const details = page.find('details', '');
  const send = (name: string, event: string) =>
    page.do(() => void page.find('input', name).dispatchEvent(new Event(event, { bubbles: true })));
  return { page, details, send };
}

test.each(['pointerdown', 'focusin'])(
  'a %s elsewhere closes a menu, one within does not',
  async (event) => {
    const { details, send } = openMenu();
    await send('中', event);
    expect(details.open).toBe(true);
    await send('外', event);
    expect(details.open).toBe(false);
  },
);

test('Esc closes a menu and leads back to its name, another key does not', async () => {
  const { page, details } = openMenu();
  await page.key('中', 'a');
  expect(details.open).toBe(true);
  await page.key('中', 'Escape');
  expect(details.open).toBe(false);
  expect(page.tab.document.activeElement?.nodeName).toBe('SUMMARY');
});

test('a menu opened before hydration stays open, and closes on the next page', async () => {
  const { page, details } = openMenu();
  expect(details.open).toBe(true);
  await page.do(() => void page.router.navigate('/next'));
  expect(details.open).toBe(false);
});

test('an unmounted menu removes its listeners', () => {
  const { page, details } = openMenu();
  page.leave();
  page.tab.document.dispatchEvent(new Event('pointerdown'));
  expect(details.open).toBe(true);
});

function Tabs() {
  const scroller = useScroller<HTMLElement>();
  return (
    <nav ref={scroller}>
      <a href="/a" aria-current="page">
        いま
      </a>
    </nav>
  );
}

test('the current link of a scroller stands in its middle, also after a change of the address', async () => {
  const sizes: Record<string, object> = {
    NAV: { left: 100, width: 300 },
    A: { left: 500, width: 100 },
  };
  const tab = openTab();
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: HTMLElement,
  ) {
    return { left: 0, width: 0, ...sizes[this.nodeName] } as never;
  });
  const page = open(<Tabs />, {}, tab);
  const nav = page.all('nav')[0];
  // From the middle of the frame (250) to that of the link (550).
  expect(nav?.scrollLeft).toBe(300);
  await page.do(() => void page.router.navigate('/?page=2'));
  expect(nav?.scrollLeft).toBe(600);
});

function Hydrated() {
  return useHydrated() ? 'ブラウザ' : 'サーバー';
}

test('browser-only values are absent on the server', () => {
  expect(renderedHtml(<Hydrated />)).toBe('サーバー');
  expect(open(<Hydrated />).text).toBe('ブラウザ');
});
