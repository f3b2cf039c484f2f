import { PictureCards } from './picture-cards.tsx';

/** What happens to goods without a price. */
export function UnpricedGoods() {
  return (
    <PictureCards
      cards={[
        {
          picture: 'handshake',
          tint: 'honey',
          name: 'まだ着られるもの',
          text: '国内や海外の古着として、必要とする人の手に渡るよう引きつぎます。',
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
          text: '法令にそって処分します。だまって捨てることはなく、理由をお知らせします。',
        },
      ]}
    />
  );
}
