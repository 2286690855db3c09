import { messages } from '#domain/messages';
import type { SavedView, SavedViewInput, SavedViews } from '#domain/views';
import { withDefaultMessage } from './apiErrors.js';
import { request } from '../session/request.js';

/** API calls for the signed-in person's own saved views. */
export const viewMethods = {
  getViews: async (signal?: AbortSignal): Promise<SavedView[]> =>
    (
      (await withDefaultMessage(messages.fetchViews, request('/account/views', { signal })))
        .json as SavedViews
    ).views,

  /** Saves a view in place of one with its name; returns all. */
  saveView: async (input: SavedViewInput): Promise<SavedView[]> => {
    const call = request('/account/views', { method: 'PUT', body: JSON.stringify(input) });
    return ((await withDefaultMessage(messages.saveView, call)).json as SavedViews).views;
  },

  removeView: async (id: string): Promise<void> => {
    const call = request(`/account/views/${encodeURIComponent(id)}`, { method: 'DELETE' });
    await withDefaultMessage(messages.removeView, call);
  },
};
