/** A record of the API with its `_id` as `id` too, which react-admin requires. */
export type WithId<Item> = Item & { id: string };

export const withId = <Item extends { _id: string }>(item: Item): WithId<Item> => ({ ...item, id: item._id });
