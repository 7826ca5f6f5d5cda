// Taking something away from a table: links, the record, pictures, paper.

import { ask, copy, el } from "./dom.js";
import { lang, t } from "./words.js";

const SHARPNESS = 2; // pixels of a PNG for one of the drawing

/** `say` tells how it went. */
export async function share({ id, facts, shown, isLooking }, say) {
  const name = `${facts.game}-${id}-${shown.ply}`;
  const picture = `/api/tables/${id}/picture.svg?ply=${shown.ply}&lang=${lang}`;
  const link = `${location.origin}/table/${id}`;
  const what = await ask(t("share-what"), [
    ["link", t("copy-link"), "primary"], ["position", t("copy-position")], ["record", t("record")],
    ["svg", t("picture-svg")], ["png", t("picture-png")], ["print", t("print")], ["", t("cancel"), "quiet"],
  ]);
  const address = what === "position" ? `${link}/${shown.ply}` : link;
  if (what === "link" || what === "position") say((await copy(address)) ? t("copied") : address);
  if (what === "record") download(`/api/tables/${id}/record${isLooking ? `?ply=${shown.ply}` : ""}`, `${name}.txt`);
  if (what === "svg") download(picture, `${name}.svg`);
  if (what === "png") download(URL.createObjectURL(await painted(picture)), `${name}.png`);
  if (what === "print") print();
}

function download(address, name) {
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

async function painted(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = el("canvas", { width: SHARPNESS * image.naturalWidth, height: SHARPNESS * image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
