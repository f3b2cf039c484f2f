/** A screen of an organisation's area. */
type RoomScreen = {
  /** Path below the organisation's address; `:id` stands for one text or statement. */
  path: string;
  /** Its heading, and first part of its page title. */
  title: string;
  /** Its menu label, by default the title; false for a screen that is linked from another one. */
  menu?: string | false;
};

export const roomTitle = '団体の担当者のページ';

/** In the order of the menu; the first one is at the area's own address. */
export const roomScreens: readonly RoomScreen[] = [
  { path: '', title: roomTitle, menu: '概要' },
  { path: 'thanks', title: 'お礼' },
  { path: 'thanks/:id', title: 'お礼を書く', menu: false },
  { path: 'donations', title: '寄付' },
  { path: 'page', title: '団体のページ' },
  { path: 'activities', title: '活動' },
  { path: 'activities/:id', title: '活動を書く', menu: false },
  { path: 'pledges', title: '#mypledge' },
  { path: 'receipts', title: '受領証明書' },
  { path: 'statements', title: '送金の明細' },
  { path: 'statements/:id', title: '送金の明細書', menu: false },
  { path: 'certifications', title: '認定' },
  { path: 'people', title: '担当者と招待', menu: '担当者' },
  { path: 'website', title: 'ボタンとチラシ', menu: 'ボタン・チラシ' },
];

/** The title of the screen at an address like /staff/ORGANISATION/thanks/ID. */
export function screenTitle(pathname: string): string {
  const [path = '', id] = pathname.split('/').filter(Boolean).slice(2);
  const asked = id === undefined ? path : `${path}/:id`;
  return roomScreens.find((screen) => screen.path === asked)?.title ?? roomTitle;
}
