export const meta = () => [{ title: 'たすき' }];
export function loader() {
  return { hello: 1 };
}
export default function Top() {
  return <h1>着なくなった一着を、つぎの誰かへのたすきに。</h1>;
}
