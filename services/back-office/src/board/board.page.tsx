import { boardScript } from '@order-hub/pages/assets';
import { Name } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { retrieveBoard } from '@order-hub/shared/orders-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { everyRole, managingRoles } from '@order-hub/shared/roles';
import type { CallApi } from '../api/open-api.ts';
import { boardPath } from '../paths/board-path.ts';
import { locationPath } from '../paths/location-path.ts';
import { ShopState } from '../shop-state/shop-state.tsx';
import { BoardColumns } from './board-columns.tsx';
import { BoardState } from './board-state.tsx';
import { Reasons } from './reasons.tsx';
import { texts } from './texts.ts';

const refreshSeconds = 20;

/** The order board of a location (docs/api/back-office.md#order-board). */
export const boardPage = page('/back-office/locations/:location_id/orders', {
  summary: 'The order board of a location',
  who: 'user',
  roles: everyRole,
  async load({ params: { location_id } }, visit, { askFor, callApi }: { askFor: AskFor; callApi: CallApi }) {
    const [board, location] = await Promise.all([
      askFor(retrieveBoard, visit, { params: {} }),
      callApi('retrieveLocation', visit, { location_id }),
    ]);
    return { board, location };
  },
  show({ board, location }, visit) {
    const { id: location_id, name } = location;
    const { language, formToken, place, now } = visit;
    const timezone = place?.timezone ?? 'UTC';
    const mayManage = place !== null && managingRoles.includes(place.role);
    return (
      <Layout
        title={texts(visit)('orders_of', { name: <Name>{name}</Name> })}
        visit={visit}
        trail={mayManage ? [{ label: name, href: locationPath(location_id) }] : []}
        script={boardScript}
        refreshSeconds={refreshSeconds}
      >
        <BoardState visit={visit} />
        <ShopState location={location} visit={visit} timezone={timezone} mayManage={mayManage} />
        <div
          class="board"
          data-board={`${boardPath(location_id)}/stream`}
          data-form-token={formToken}
          data-now={now.toISOString()}
        >
          <BoardColumns board={board} terms={{ location_id, timezone, language, formToken }} />
        </div>
        <Reasons visit={visit} />
      </Layout>
    );
  },
});
