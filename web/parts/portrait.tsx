/** A person drawn from a name. Decoration: the name always stands beside it. */
import { portraitAddress } from './portrait-drawing.ts'

export const Portrait = ({ name }: { name: string }) => (
  <img class="portrait" src={portraitAddress(name)} alt="" decoding="sync" draggable={false} />
)
