/** A record as the API answers it, under the name that react-admin gives to `_id`. */
export type WithId<Item> = Item & { id: string };

export const withId = <Item extends { _id: string }>(item: Item): WithId<Item> => ({ ...item, id: item._id });
