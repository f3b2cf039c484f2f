import type { Campaign } from './campaign.ts';

/**
 * Built-in campaigns of every installation, until the operator publishes others at their addresses
 * (docs/product.md, Screens).
 */
export const builtInCampaigns: readonly Campaign[] = [
  {
    year: 2018,
    token: 'cat',
    title: 'ねこの日キャンペーン2018',
    lead: '二月二十二日は、ねこの日。',
    body: '飼い主を待つ猫、町で暮らす猫、年をとった猫。それぞれの場所で猫と人を支える団体を応援する特集です。着なくなった一着が、ごはんと医療とあたたかい寝床になります。',
    startsOn: '2018-02-01',
    endsOn: '2018-03-31',
    result: '',
    image: null,
  },
  {
    year: 2018,
    token: 'heavy-rain',
    title: '西日本豪雨 被災地支援',
    lead: '泥をかき出す手に、力を。',
    body: '二〇一八年七月の豪雨で被災した地域を支える団体を応援する特集です。暮らしの再建には、長い時間がかかります。衣類の寄付を、現場の活動資金に変えてお届けします。',
    startsOn: '2018-07-10',
    endsOn: '2018-12-31',
    result: '',
    image: null,
  },
];
