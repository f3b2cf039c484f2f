import { Card } from '#kit/ui/card.tsx';
import { AssociatePeople } from '#people/roles/associate-people.tsx';
import { SecondFactorDialog } from '#people/session/second-factor/second-factor-dialog.tsx';
import { roomApi, useRoom } from './use-room.ts';

/** The organisation's people: invited, changed and removed by its editors. */
export default function RoomPeople() {
  const { associate, mayChange } = useRoom();
  return (
    <Card>
      <AssociatePeople path={roomApi(associate.id, '/people')} mayChange={mayChange} />
      <SecondFactorDialog />
    </Card>
  );
}
