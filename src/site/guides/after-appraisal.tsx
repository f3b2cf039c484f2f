import { PictureCards } from '#kit/pages/picture-cards.tsx';

/** What happens to goods without a price. */
export function UnpricedGoods() {
  return (
    <PictureCards
      cards={[
        {
          picture: 'handshake',
          tint: 'honey',
          name: 'まだ着られるもの',
          text: '国内や海外の古着として、必要とする人の手に渡るよう引き継ぎます。',
        },
        {
          picture: 'recycling-symbol',
          tint: 'leaf',
          name: '布として使えるもの',
          text: '工場の拭き布や、繊維の原料として生かします。',
        },
        {
          picture: 'memo',
          tint: 'sky',
          name: 'どうしても使えないもの',
          text: '法令に沿って処分します。黙って捨てることはせず、理由をお知らせします。',
        },
      ]}
    />
  );
}
